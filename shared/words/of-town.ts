/** “de Crest”, “d’Aouste”, “du Poët-Laval”, “des Vans”: a French preposition with the name of a commune. */
export function ofTown(nom: string): string {
  if (/^Les /.test(nom)) return `des ${nom.slice(4)}`
  if (/^Le /.test(nom)) return `du ${nom.slice(3)}`
  // An h may be mute or not: the name does not say it.
  return /^[aeiouyœæ]/i.test(nom.normalize('NFD')) ? `d’${nom}` : `de ${nom}`
}
