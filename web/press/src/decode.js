// Files as text, read as rulepress reads them (crates/base/src/source/decode.rs), if nothing is lost by it.

const strict = (form, bytes, options = {}) => {
  try { return new TextDecoder(form, { fatal: true, ...options }).decode(bytes); } catch { return null; }
};

/// A text and the form in which its file holds it: {text, form}; null for what is no text, or a broken one.
export function textOf(bytes) {
  const read = readText(bytes);
  return read.text === null || read.text.includes("\u0000") ? null : read;
}

function readText(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: strict("utf-16le", bytes), form: "UTF-16" };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: strict("utf-16be", bytes), form: "UTF-16" };
  // A mark at the beginning of UTF-8 stays where it is.
  const text = strict("utf-8", bytes, { ignoreBOM: true });
  if (text !== null) return { text, form: "UTF-8" };
  return { text: isBinary(bytes) || isMostlyUtf8(bytes) ? null : strict("windows-1252", bytes), form: "Windows-1252" };
}

const isBinary = bytes => bytes.reduce((count, byte) => count + (byte >= 0x80 || byte < 9 ? 1 : 0), 0) * 3 > bytes.length;

/// Whether more characters beyond ASCII can be read as UTF-8 than cannot.
function isMostlyUtf8(bytes) {
  const beyond = new TextDecoder().decode(bytes).match(/[^\u0000-\u007f]/gu) ?? [];
  const bad = beyond.filter(letter => letter === "\ufffd").length;
  return beyond.length - bad > bad;
}
