import { Type } from '../../../shared/type.ts'
import { Nullable, named, Obj } from '../../kernel/routes/shapes.ts'
import { AdminPublication } from '../shapes.ts'
import { Approved } from './revisions.ts'

/** One publication as a moderator decides about it. */
export const PublicationItem = named(
  'PublicationItem',
  Obj({
    ...AdminPublication.properties,
    /** Where the present words differ from those that were approved last. */
    approved: Type.Unsafe<Approved | null>({ ...Nullable(Approved), 'x-extension': true }),
  }),
)
