import { errorText } from '#src/api/errors.ts'
import { readSpreadsheet } from '#src/ui/read-spreadsheet.ts'
import type { Spreadsheet } from '#src/ui/spreadsheet-reading.ts'
import { useLayoutEffect, useRef, useState } from 'react'

interface ChosenSpreadsheet {
  /** What is wrong with the last file, in words. */
  problem: string | null
  isReading: boolean
  choose: (file: File) => Promise<void>
}

/**
 * A spreadsheet that a person chooses.
 * @param onRead takes what the file holds; throws an Error in words where that is not what is needed. A person may type
 *   while a file is read: the function of the newest render is called
 * @param also the name of another sheet that is wanted
 */
export function useSpreadsheet(
  onRead: (name: string, spreadsheet: Spreadsheet) => void | Promise<void>,
  also?: string,
): ChosenSpreadsheet {
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const newest = useRef(onRead)
  useLayoutEffect(() => {
    newest.current = onRead
  })

  async function choose(file: File) {
    setProblem(null)
    setReading(true)
    try {
      const spreadsheet = await readSpreadsheet(file, also)
      await newest.current(file.name, spreadsheet)
    } catch (error) {
      setProblem(errorText(error))
    }
    setReading(false)
  }
  return { problem, isReading, choose }
}
