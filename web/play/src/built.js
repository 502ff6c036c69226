// What the build knows: names of files, which change with what is in them, the books, and where their web edition is.

export const { module, size, worker, service, version, fonts, books, edition } = __PLAY__;
