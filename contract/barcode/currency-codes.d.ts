/** The list alone, without the searches of the package: those need packages of their own. It comes without types. */
declare module 'currency-codes/data.js' {
  const currencies: readonly { code: string; number: string }[]
  export default currencies
}
