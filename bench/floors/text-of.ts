import type http from 'node:http'

/** The whole body of a request. */
export async function textOf(request: http.IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}
