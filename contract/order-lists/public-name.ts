/** The page of a public list, `/demo/{name}`: which list its address means, and its title. */

/** A085. A dash that is part of a name is a space like any other, so that an address can contain every name. */
const comparable = (name: string): string => name.replaceAll('-', ' ').toLowerCase()

/** The list that `/demo/{name}` means; the first of several with one name, undefined where there is none. */
export const findList = <List extends { public_name: string }>(
  lists: readonly List[],
  nameInAddress: string,
): List | undefined => lists.find(({ public_name }) => comparable(public_name) === comparable(nameInAddress))

/**
 * Returns the title of a list's page in a tab and in a messenger. @param distributor its name, empty where it is not
 * known
 */
export const publicTitle = (publicName: string, distributor: string): string =>
  [publicName, distributor].filter(Boolean).join(' – ')
