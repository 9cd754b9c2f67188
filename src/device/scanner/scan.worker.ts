/** Looks at pictures off the page's thread: a frame takes longer than the page may freeze. */
import { draw } from './draw.ts'
import type { Frame, CodeRead } from './engine.ts'
import { collectEvidence, liveRead } from './evidence.ts'
import { enlargement, liveLooks, photoLooks, type Look } from './sampling.ts'
import { prepareZbar, readWithZbar } from './zbar.ts'
import { prepareZxing, readWithZxing } from './zxing.ts'

export type WorkerRequest = { id: number } & ({ kind: 'prepare' } | { kind: 'live' | 'photo'; frame: Frame })
export type WorkerReply = { id: number } & ({ read: CodeRead | null } | { error: string })

let frames = 0

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void reply(data))

async function reply(request: WorkerRequest): Promise<void> {
  let reply: WorkerReply
  try {
    reply = { id: request.id, read: await answer(request) }
  } catch (error) {
    reply = { id: request.id, error: error instanceof Error ? error.message : String(error) }
  }
  // With options, as the project's types are those of a page, where the second argument may be an origin.
  globalThis.postMessage(reply, {})
}

async function answer(request: WorkerRequest): Promise<CodeRead | null> {
  await prepareZxing()
  if (request.kind === 'prepare') {
    // Not waited for: the first frame does not need it, and where it does not load zxing reads on alone.
    prepareZbar().catch(() => undefined)
    return null
  }
  const { frame } = request
  const picture = frame instanceof ImageData ? await createImageBitmap(frame) : frame
  try {
    return request.kind === 'live' ? await live(picture) : await photo(picture)
  } finally {
    picture.close()
  }
}

async function live(picture: ImageBitmap): Promise<CodeRead | null> {
  const see = looker(picture)
  frames += 1
  for (const look of liveLooks(frames - 1)) {
    const read = liveRead(await see(look))
    if (read) return read
  }
  return null
}

async function photo(picture: ImageBitmap): Promise<CodeRead | null> {
  const see = looker(picture)
  const evidence = collectEvidence()
  for (const look of photoLooks(picture)) {
    evidence.add(await see(look))
    const read = evidence.verdict()
    if (read) return read
  }
  return null
}

/** Looks at one picture; both engines share the pixels of a sampling. */
function looker(picture: ImageBitmap) {
  const drawn = new Map<string, ImageData>()
  return async ({ engine, sampling }: Look): Promise<CodeRead[]> => {
    const key = JSON.stringify(sampling)
    const pixels = drawn.get(key) ?? draw(picture, sampling)
    drawn.set(key, pixels)
    const options = { turned: sampling.turn !== 0 }
    if (engine === 'zbar') await prepareZbar()
    const reads = await (engine === 'zxing' ? readWithZxing : readWithZbar)(pixels, options)
    const factor = enlargement(picture, sampling)
    return reads.map((read) => ({ ...read, lines: read.lines / factor }))
  }
}
