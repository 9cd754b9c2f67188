type Shapes = typeof import('#contract/people/schema.ts')
let shapes: Shapes | null = null

/**
 * The shapes of a session's answers, with zod behind them. They come when there is an answer: the sign-in screen paints without
 * them. A simulation, which knows of no waiting but its own, has them loaded beforehand.
 */
export const loadShapes = async (): Promise<Shapes> => (shapes ??= await import('#contract/people/schema.ts'))
