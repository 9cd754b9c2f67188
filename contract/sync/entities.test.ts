import { expect, it } from 'vitest'
import { ENTITIES } from './entities.ts'
import { EditableEntity } from './mutation.ts'

it('an edit may name each entity that is edited without a network, and no other', () => {
  const edited = Object.entries(ENTITIES).flatMap(([name, { isEdited }]) => (isEdited ? [name] : []))
  expect(EditableEntity.options.toSorted()).toEqual(edited.toSorted())
})
