import { about, Nullable, named, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { readOpeningHours } from '../../../shared/typed/opening-hours.ts'

/** Opening hours as days and hours, derived from the text wherever it is understood. */

const Hour = Type.String({ pattern: '^\\d\\d:\\d\\d$' })
const OpenDay = named(
  'OpenDay',
  Obj({
    jour: about('1 is Monday', Type.Integer({ minimum: 1, maximum: 7 })),
    plages: about('Empty: closed', Type.Array(Obj({ de: Hour, a: Hour }))),
    note: about('A condition, such as `sauf juillet`', Nullable(Type.String())),
  }),
)

export const Ouverture = Type.Unsafe<ReturnType<typeof ouvertureOf>>({
  ...Nullable(Type.Array(OpenDay)),
  description: '`horaires` as seven days, from Monday on; null where the text is not understood',
  'x-extension': true,
})

export const ouvertureOf = (horaires: string | null) =>
  horaires === null ? null : (readOpeningHours(horaires) ?? null)
