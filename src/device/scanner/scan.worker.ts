/** Looks at pictures off the page's thread: a frame takes longer than the page may stand still. */
import { draw } from './draw.ts'
import type { Frame, Read } from './engine.ts'
import { collectEvidence, liveRead } from './evidence.ts'
import { liveLooks, photoLooks, type Look } from './sampling.ts'
import { prepareZbar, readWithZbar } from './zbar.ts'
import { prepareZxing, readWithZxing } from './zxing.ts'

export type WorkerRequest = { id: number } & (
  | { kind: 'prepare' }
  | { kind: 'live' | 'photo'; frame: Frame }
)
export type WorkerReply = { id: number } & ({ read: Read | null } | { error: string })

// The project's types are those of a page; of a worker's own only this is used.
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<WorkerRequest>) => void
  postMessage: (reply: WorkerReply) => void
}
let frames = 0
let zbar: Promise<void> | undefined

scope.onmessage = async ({ data }) => {
  let reply: WorkerReply
  try {
    reply = { id: data.id, read: await answer(data) }
  } catch (error) {
    reply = { id: data.id, error: error instanceof Error ? error.message : String(error) }
  }
  scope.postMessage(reply)
}

async function answer(request: WorkerRequest): Promise<Read | null> {
  await prepareZxing()
  if (request.kind === 'prepare') return null
  const { frame } = request
  const picture = frame instanceof ImageData ? await createImageBitmap(frame) : frame
  try {
    return request.kind === 'live' ? await live(picture) : await photo(picture)
  } finally {
    picture.close()
  }
}

async function live(picture: ImageBitmap): Promise<Read | null> {
  const see = looker(picture)
  frames += 1
  for (const look of liveLooks(frames - 1)) {
    const read = liveRead(await see(look))
    if (read) return read
  }
  return null
}

async function photo(picture: ImageBitmap): Promise<Read | null> {
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
  return async ({ engine, sampling }: Look): Promise<Read[]> => {
    const key = JSON.stringify(sampling)
    const pixels = drawn.get(key) ?? draw(picture, sampling)
    drawn.set(key, pixels)
    if (engine === 'zxing') return readWithZxing(pixels)
    zbar ??= prepareZbar()
    await zbar
    return readWithZbar(pixels)
  }
}
