/** `/mail`: the outbox. What narrows it is kept in the address. */
import { MailsScreen } from '#features/mails/MailsScreen.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

export default function MailRoute() {
  const { mails } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <MailsScreen
      state={mails ?? null}
      onState={(state) =>
        void navigate({
          to: '.',
          search: (before: object) => ({ ...before, mails: state ?? undefined, page: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
