import type { User } from '#contract/people/schema.ts'
import { can, type Capability } from '#contract/permissions.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageHead } from './PageHead.tsx'
import { useSignedIn } from '../signed-in.ts'

interface OnlyForProps {
  right: Capability
  /** The title of the screen, for who may not see it. */
  title: string
  /** Says whose screen it is. */
  refusal: string
  /** Says where a person who may not see it looks instead. */
  instead?: string
  children: (person: User) => ReactNode
}

/** Shows a screen to people who have the right to it, and tells the others whose it is. */
export function OnlyFor({ right, title, refusal, instead, children }: OnlyForProps) {
  const { person } = useSignedIn()
  if (!person) return <Skeleton height={320} radius="md" />
  if (can(person, right)) return children(person)
  return (
    <>
      <PageHead title={title} />
      <EmptyState icon={<IconLock size={40} />} title={refusal}>
        {instead}
      </EmptyState>
    </>
  )
}
