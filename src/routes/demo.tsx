/** `/demo/{name}`: the public order list, for which nobody signs in (C048). */
import { EmptyState } from '#src/ui/EmptyState.tsx'

export default function DemoRoute() {
  return (
    <main>
      <EmptyState title="Public order list">
        The public order list shows here. It comes with ordering.
      </EmptyState>
    </main>
  )
}
