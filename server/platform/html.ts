/** Text for a page or a mail. Names, addresses and notes are what people typed: each of these letters is only itself there. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
