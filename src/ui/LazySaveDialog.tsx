import { lazy, Suspense, type ComponentProps } from 'react'

const Dialog = lazy(() => import('./SaveDialog.tsx'))

/** The save dialog, whose code comes when it is first asked for: the one way in which every screen draws it. */
export const SaveDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)
