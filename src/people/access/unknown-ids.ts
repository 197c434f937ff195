import { invalid } from '../../kernel/refusals/errors.ts'

/** The refusal of an id in a body that belongs to no record of its kind. */
export function unknownId(path: string, kind: keyof typeof KINDS) {
  const [fr, en] = KINDS[kind]
  return invalid(path, `n’est l’identifiant d’${fr}`, `is not the id of any ${en}`)
}

const KINDS = {
  acteur: ['aucun acteur', 'acteur'],
  commune: ['aucune commune', 'commune'],
  publication: ['aucune publication', 'publication'],
  type: ['aucun type', 'publication type'],
  user: ['aucun utilisateur', 'user'],
} as const
