/** The release that runs here. */
// oxlint-disable-next-line no-restricted-imports -- of this file of facts the bundle takes the version alone
export { version as RELEASE } from '../../package.json'
