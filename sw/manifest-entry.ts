/** One file of the build, as vite-plugin-pwa lists it; `revision` null where the name holds its hash. */
export interface ManifestEntry {
  url: string
  revision: string | null
}
