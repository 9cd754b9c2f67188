/** `/mail`: the outbox. What narrows it is kept in the address. */
import { MailsScreen } from '#features/mails/MailsScreen.tsx'
import { useNarrow } from '#src/kit/page/use-narrow.ts'
import { useSearch } from '@tanstack/react-router'

export default function MailRoute() {
  const { mails } = useSearch({ strict: false })
  const narrow = useNarrow()
  return <MailsScreen state={mails ?? null} onState={(state) => narrow({ mails: state ?? undefined })} />
}
