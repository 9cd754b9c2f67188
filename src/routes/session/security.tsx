/** `/security`: the security events. The address keeps the filters. */
import { SecurityScreen } from '#features/security/SecurityScreen.tsx'
import { useNarrow } from '#src/kit/page/use-narrow.ts'
import { useSearch } from '@tanstack/react-router'

export default function SecurityRoute() {
  const { events } = useSearch({ strict: false })
  const narrow = useNarrow()
  return <SecurityScreen kind={events ?? null} onKind={(kind) => narrow({ events: kind ?? undefined })} />
}
