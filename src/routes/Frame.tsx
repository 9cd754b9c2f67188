import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Button } from '@mantine/core'
import { IconCloudOff, IconTools } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

interface FrameProps {
  title: string
  what: string
}

/** The place of an office screen that is not built yet: says what it will be, and that it needs the server. */
export function Frame({ title, what }: FrameProps) {
  const serverReachable = useServerReachable(useSignedIn().engine)
  const offline = !serverReachable
  return (
    <>
      <h1>{title}</h1>
      <EmptyState
        icon={offline ? <IconCloudOff size={40} /> : <IconTools size={40} />}
        title={
          offline ? 'This screen needs the server, which is not in reach' : 'This screen is not built yet'
        }
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/orders" {...props} />}>
            Go to the orders
          </Button>
        }
      >
        {what}
        {!offline && ' It works with the server only.'}
      </EmptyState>
    </>
  )
}
