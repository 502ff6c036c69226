// What the build knows: names of files, which change with what is in them.

export const { module, size, worker, service, version, samples, fonts } = __PRESS__;
