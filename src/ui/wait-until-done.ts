/** Why a dialog cannot be left while its act is on its way, as its button says it. */
export const WAIT_UNTIL_DONE = 'Wait until it is done.'
