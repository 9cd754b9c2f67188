import { StartError } from '../platform/start-error.ts'

const FILE_CALLS = new Set(['open', 'write', 'fsync', 'rename', 'mkdir', 'close'])
/** What a connection that breaks throws: its calls have the names of the file system's. */
const CONNECTION_CODES = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT'])

/**
 * Returns what throws an error of the file system as one line about this file. Other errors, such as a lost connection,
 * say for themselves what they are, and are thrown on.
 */
export const notWritten =
  (file: string) =>
  (error: unknown): never => {
    const { code, syscall = '' } = error as NodeJS.ErrnoException
    if (code && FILE_CALLS.has(syscall) && !CONNECTION_CODES.has(code))
      throw new StartError(`${file} cannot be written (${code})`)
    throw error
  }
