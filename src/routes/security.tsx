/** `/security`: the security events. What narrows them is kept in the address. */
import { SecurityScreen } from '#features/security/SecurityScreen.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

export default function SecurityRoute() {
  const { events } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <SecurityScreen
      kind={events ?? null}
      onKind={(kind) =>
        void navigate({
          to: '.',
          search: (before: object) => ({ ...before, events: kind ?? undefined, page: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
