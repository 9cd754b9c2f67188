/** The addresses that C §2 names and whose screens come with later issues. */
interface FrameRoute {
  path: string
  title: string
  what: string
}

/** Administration: needs the server. No address is restricted by role (C026); the server refuses the calls. */
export const ADMIN_FRAMES: readonly FrameRoute[] = [
  { path: '/inventory/$id', title: 'Inventory Customer', what: 'What one customer has in stock.' },
]
