/** C006, C060: a product's address holds its numeric UPC; anything else means a new product. */
export const readUpc = (text: string | undefined): string | null =>
  text !== undefined && /^\d{1,32}$/.test(text) ? text : null
