/** `/mail`: the outbox. The address keeps the filters. */
import { MailsScreen } from '#features/mails/MailsScreen.tsx'
import { useNarrow } from '#src/kit/page/use-narrow.ts'
import { useSearch } from '@tanstack/react-router'

export default function MailRoute() {
  const { mails } = useSearch({ strict: false })
  const narrow = useNarrow()
  return <MailsScreen state={mails ?? null} onState={(state) => narrow({ mails: state ?? undefined })} />
}
