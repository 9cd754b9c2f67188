/** What a file exports by its name, as `lazy` wants it. */
export const named =
  <File, Name extends keyof File>(load: () => Promise<File>, name: Name) =>
  async () => ({ default: (await load())[name] })
