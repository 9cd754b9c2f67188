/** What a form makes of a refused save: the whole answer for its dialog, and each field's words for the field. */
import { ApiError, errorText, isObject, lines } from './errors.ts'

/**
 * B247: the whole of the answer as text: what `errorText` says, then every field of the body that is not among its lines.
 */
export function wholeText(error: unknown): string {
  const said = errorText(error)
  if (!(error instanceof ApiError && isObject(error.body))) return said
  const saidField = error.body['message'] ? 'message' : 'detail'
  const rest = Object.fromEntries(Object.entries(error.body).filter(([field]) => field !== saidField))
  const known = new Set(said.split('\n'))
  return [
    said,
    ...lines(rest)
      .split('\n')
      .filter((line) => line && !known.has(line)),
  ].join('\n')
}

/** C350: the answer's body as JSON; what no server said in its own words. */
export const bodyText = (error: unknown): string =>
  error instanceof ApiError && error.isJson && error.body !== null
    ? JSON.stringify(error.body)
    : errorText(error)

/** The server's words for each field that it refused: `{field: message}` of a 4xx answer, without its message for all. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError && error.status < 500 && isObject(error.body))) return {}
  const { message: _message, detail: _detail, ...fields } = error.body
  return Object.fromEntries(Object.entries(fields).map(([field, said]) => [field, lines(said)]))
}
