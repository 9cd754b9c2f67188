import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { handedFiles, takeHanded, purposeOf, type HandedPurpose } from '#src/db/handed-files.ts'
import { useSignedIn } from './signed-in.ts'

/**
 * Takes the next file that the system handed to the app for this purpose, as soon as one waits and the screen can take it.
 * @param onFile called once a file, in one tab
 */
export function useHandedFile(wanted: HandedPurpose, canTake: boolean, onFile: (file: File) => void): void {
  const { device } = useSignedIn()
  const next = useLiveQuery(
    async () => (await handedFiles(device)).find((file) => purposeOf(file) === wanted)?.id,
    [],
  )
  useEffect(() => {
    if (!next || !canTake) return
    void takeHanded(device, wanted).then((file) => file && onFile(file))
    // By the file and whether it can be taken, not by every new function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [next, canTake])
}
