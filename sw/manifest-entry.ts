/** One file of the build, as vite-plugin-pwa lists it; `revision` null where the name holds its hash. */
export interface ManifestEntry {
  url: string
  revision: string | null
  /** `sha256-` and the hash of its bytes in base64, as for subresource integrity. */
  integrity: string
}
