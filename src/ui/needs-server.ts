/** Why something that needs the server cannot be done now, as its button says it. */
export const NEEDS_SERVER = 'This needs the server, which is not in reach.'
