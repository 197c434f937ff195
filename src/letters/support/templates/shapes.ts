import type { Static } from 'typebox'
import { about, Id, named, Obj, Patch, Text, Timestamp, Version } from '../../../../shared/shapes.ts'
import { VARIABLES } from './variables.ts'

const LONGEST = 10_000
const list = Object.entries(VARIABLES).map(([name, meaning]) => `\`{{${name}}}\` (${meaning})`)
const fields = {
  nom: about('The name that colleagues choose it by', Text(100)),
  body: about(`Plain text. Variables: ${list.join(', ')}`, Text(LONGEST)),
}

export const ReplyTemplate = named(
  'ReplyTemplate',
  Obj({ id: Id, ...fields, version: Version, created_at: Timestamp, updated_at: Timestamp }),
)
export type ReplyTemplate = Static<typeof ReplyTemplate>

export const NewTemplate = named('NewReplyTemplate', Obj(fields), {
  nom: 'Horaires de la mairie',
  body: 'Bonjour {{nom}},\n\nLa mairie de {{commune}} est ouverte du mardi au samedi.\n\n{{agent}}',
})
export const TemplateChanges = named('ReplyTemplateChanges', Patch(fields), {
  nom: 'Horaires d’été de la mairie',
})

export const FilledTemplate = named(
  'FilledReplyTemplate',
  Obj({
    id: Id,
    nom: fields.nom,
    body: about('The text, filled in with the values of the conversation', Text(20_000)),
  }),
)
