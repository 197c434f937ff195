import { CSV_FIELDS, type CsvColumns } from '../../../shared/csv-columns.ts'
import { namesOf } from '../../../shared/fields/field.ts'
import { about, List, Nullable, named, Obj, Optional, Text } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'

/** The columns of a CSV file on the wire. */

/** The column of each field, by its name in the file. */
export const Columns = named(
  'ImportColumns',
  Type.Unsafe<CsvColumns>(
    Obj(
      Object.fromEntries(
        namesOf(CSV_FIELDS).map(field => [field, field === 'title' ? Text(200) : Optional(Text(200))]),
      ),
    ),
  ),
  { title: 'Nom de la manifestation', date_debut: 'Date' },
)

export const SeenColumns = Obj({
  found: List(Obj({ name: Text(200), examples: about('Three values of it, at most', List(Text(80))) })),
  used: about('Null where no column is known to be the title', Nullable(Columns)),
})
