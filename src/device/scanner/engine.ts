/**
 * One interface over zxing, zbar and quagga2, the engines that read barcodes from pictures. A screen never knows which
 * of them read a code (scanning, "Engines": no engine alone is good enough).
 */

export type Symbology =
  | 'ean-13'
  | 'ean-8'
  | 'upc-a'
  | 'upc-e'
  | 'code-128'
  | 'gs1-128'
  | 'itf'
  | 'itf-14'
  | 'datamatrix'
  | 'gs1-datamatrix'
  | 'qr'
  | 'gs1-qr'

export type EngineName = 'zxing' | 'zbar' | 'quagga2'

/** One code that one engine saw in one picture. */
export interface CodeRead {
  /** As printed: 12 digits of UPC-A, 8 of UPC-E; FNC1 between elements as ASCII 29. */
  text: string
  symbology: Symbology
  /**
   * What a wedge scanner would send and `parseScan` expects: the text, with its symbology identifier (`]C1`, `]d2`,
   * `]Q3`, …) where the text alone would mean something else.
   */
  raw: string
  engine: EngineName
  /** The number of scan lines that saw it: zxing's line count, zbar's quality. 0 where that has no meaning. */
  lines: number
  /** The distance from the middle of the picture, 0 to 1. */
  offCentre: number
}

/** A picture: a camera's frame or a photograph. The code that reads a bitmap closes it. */
export type Frame = ImageData | ImageBitmap

export interface ScannerEngine {
  name: string
  /** The number of equal reads that make a report in live use: two, three for quagga2 (scanning, "Engines"). */
  equalReads: number
  /** Loads what it needs ahead of the first frame. Rejects where it cannot run here. */
  prepare(): Promise<void>
  /** Reads one frame of a live picture, as fast as possible. It looks at each frame in another way (frame plan). */
  read(frame: Frame): Promise<CodeRead | null>
  /** Reads a single picture, as thoroughly as possible. Its result is already agreed upon. */
  readPhoto(frame: Frame): Promise<CodeRead | null>
  dispose(): void
}
