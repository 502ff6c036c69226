// Numbers of errors in WASI preview 1, by their names in Node.
const NUMBERS = {
  E2BIG: 1,
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINTR: 27,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENOENT: 44,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOSYS: 52,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENOTSUP: 58,
  EPERM: 63,
  EPIPE: 64,
  EROFS: 69,
  ESPIPE: 70,
  EXDEV: 75,
  EDQUOT: 19,
};

/** An error that the module is told. */
export class Refused extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** The number of an error of the system; one of this host itself is thrown on. */
export function errorNumber(error) {
  if (typeof error.code !== "string" || error.code.startsWith("ERR_")) throw error;
  return NUMBERS[error.code] ?? NUMBERS.EIO;
}
