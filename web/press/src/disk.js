// Files of a folder on disk that a person opened, by their paths below it.

async function place(folder, path, create) {
  const parts = path.split("/");
  let here = folder;
  for (const part of parts.slice(0, -1)) here = await here.getDirectoryHandle(part, { create });
  return [here, parts.at(-1)];
}

/// The file at a path, or null.
export async function fileAt(folder, path) {
  try {
    const [here, name] = await place(folder, path, false);
    return await (await here.getFileHandle(name)).getFile();
  } catch { return null; }
}

export async function write(folder, path, bytes) {
  const [here, name] = await place(folder, path, true);
  const out = await (await here.getFileHandle(name, { create: true })).createWritable();
  await out.write(bytes);
  await out.close();
}

/// Removes a file, if it is there.
export async function remove(folder, path) {
  const [here, name] = await place(folder, path, false).catch(() => []);
  await here?.removeEntry(name).catch(() => {});
}
