import { namesOf } from '../../../shared/fields/field.ts'
import { Obj, Optional } from '../../../shared/shapes.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { BLOCKS, OF_THE_SERVICE } from './blocks.ts'
import { inTime, type Numbers } from './in-time.ts'

type Block = Numbers<number | Readonly<Record<string, number>>>[string]

/** The numbers of the first page. Each is computed separately: one that fails or is too slow is left out. */
export const dashboard = signedIn.read({
  summary: 'Figures of the day; a figure that takes too long is left out',
  reply: Obj(Object.fromEntries(namesOf(BLOCKS).map(name => [name, Optional(BLOCKS[name].shape)]))),
  async run(context) {
    const territory = territoryOf(context.caller, 'dashboard')
    const asked = Object.entries<Block>(BLOCKS).filter(
      ([name]) => territory === null || !OF_THE_SERVICE.has(name),
    )
    return await inTime(context, Object.fromEntries(asked), territory)
  },
})
