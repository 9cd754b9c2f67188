/** The page of a public list, `/demo/{name}`: which list its address means, and its title. */

/** A085. A dash that is part of a name is a space like any other, so that every name can stand in an address. */
const comparable = (name: string): string => name.replaceAll('-', ' ').toLowerCase()

/** The list that `/demo/{name}` means; the first of several with one name, undefined where there is none. */
export const findList = <List extends { public_name: string }>(
  lists: readonly List[],
  nameInAddress: string,
): List | undefined => lists.find(({ public_name }) => comparable(public_name) === comparable(nameInAddress))

/** What a tab and a messenger call the page of a list. @param distributor its name, empty where it is not known */
export const publicTitle = (publicName: string, distributor: string): string =>
  [publicName, distributor].filter(Boolean).join(' – ')
