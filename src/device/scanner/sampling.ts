/**
 * How a picture is looked at: its size and its turn. The plans for live frames and for photographs.
 *
 * Sizes and order are measured (`npm run bench:scan`). If the code fills much of the picture, both engines find no more
 * above 1,000 px than at it, and half as fast. A code that is small in a large picture is read at 2,000 px alone: at
 * 1,000 px its bars are thinner than two pixels. Small pictures are read better enlarged, for the same reason.
 */
import type { EngineName } from './engine.ts'

export interface Sampling {
  /** The longer side, px, at most. */
  longest: number
  /** At most this many times the picture's own size. */
  enlarge: number
  /** Degrees, clockwise. */
  turn: number
}

/** One look at a picture: with which engine, at which of its samplings. */
export interface Look {
  engine: Exclude<EngineName, 'quagga2'>
  sampling: Sampling
}

export const UPRIGHT: Sampling = { longest: 1_000, enlarge: 1, turn: 0 }
const ENLARGED: Sampling = { longest: 900, enlarge: 2, turn: 0 }
/** For codes that are small in a large picture. */
const FINE: Sampling = { longest: 2_000, enlarge: 1, turn: 0 }
const FINE_LOOKS: readonly Look[] = [
  { engine: 'zxing', sampling: FINE },
  { engine: 'zbar', sampling: FINE },
]
/** Pictures from this on have more to show than `UPRIGHT` draws. */
const LARGE_PX = 1_600
/** Pictures below this are worth enlarging. */
const SMALL_PX = 600
const turned = (turn: number): Sampling => ({ longest: 800, enlarge: 1, turn })

/**
 * A linear code that leans by more than about 20° crosses no scan line from end to end; turned by 30° one way or the
 * other it leans by less, and the engines themselves look at quarter turns.
 */
const TURN_DEGREES = 30

/**
 * Further turns for a photograph. A long code, such as Code 128, may lean by less than 10° only. With the engines' own
 * quarter turns, a code leans by 7.5° at most in one of the looks. Only zxing looks so: zbar reads wrong numbers in
 * turned pictures (5 in 98 photographs).
 */
const FURTHER_TURNS_DEGREES = [15, -15, 45]

/** The looks at the nth live frame, the next only if those before found nothing. */
export function liveLooks(n: number): Look[] {
  if (n % 2 === 0)
    return [
      { engine: 'zxing', sampling: UPRIGHT },
      { engine: 'zbar', sampling: UPRIGHT },
    ]
  return [{ engine: 'zxing', sampling: turned(n % 4 === 1 ? TURN_DEGREES : -TURN_DEGREES) }]
}

/** Every look worth its time at a single picture, in the order of what they find for their time. */
export function photoLooks({ width, height }: { width: number; height: number }): Look[] {
  const longest = Math.max(width, height)
  return [
    { engine: 'zxing', sampling: UPRIGHT },
    { engine: 'zbar', sampling: UPRIGHT },
    ...(longest < SMALL_PX ? [{ engine: 'zxing', sampling: ENLARGED } as const] : []),
    ...(longest >= LARGE_PX ? FINE_LOOKS : []),
    { engine: 'zxing', sampling: turned(TURN_DEGREES) },
    { engine: 'zxing', sampling: turned(-TURN_DEGREES) },
    { engine: 'zbar', sampling: turned(TURN_DEGREES) },
    { engine: 'zbar', sampling: turned(-TURN_DEGREES) },
    ...FURTHER_TURNS_DEGREES.map((turn) => ({ engine: 'zxing', sampling: turned(turn) }) as const),
  ]
}

/**
 * How much larger a picture is drawn than it is, at least 1. A code drawn twice as high is seen in twice as many lines
 * without being twice as sure.
 */
export const enlargement = (picture: { width: number; height: number }, sampling: Sampling) =>
  Math.max(1, sampledSize(picture, sampling).width / picture.width)

/** The size of a picture when it is sampled: that of its content, and that of the canvas which holds it turned. */
export function sampledSize(
  picture: { width: number; height: number },
  { longest, enlarge, turn }: Sampling,
) {
  const scale = Math.min(longest / Math.max(picture.width, picture.height), enlarge)
  const width = picture.width * scale
  const height = picture.height * scale
  const radians = (turn * Math.PI) / 180
  const cos = Math.abs(Math.cos(radians))
  const sin = Math.abs(Math.sin(radians))
  return {
    width,
    height,
    radians,
    canvasWidth: Math.max(1, Math.round(width * cos + height * sin)),
    canvasHeight: Math.max(1, Math.round(width * sin + height * cos)),
  }
}
