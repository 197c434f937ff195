import { namesOf } from '../../../shared/fields/field.ts'
import { STATUTS } from '../../../shared/words/defibrillateurs.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'

/** The parameters of the list, the map and the open defibrillator. */

export function devicesAddress(search: Record<string, unknown>) {
  const { text, oneOf, id, page } = readingAddress(search)
  const onglet = oneOf(['tous', 'verifier', 'lectures'], 'onglet')
  const departement = text('departement')?.toUpperCase()
  const cadre = text('cadre')
  return withoutBlanks({
    onglet: onglet === 'tous' ? undefined : onglet,
    q: text('q'),
    departement: departement && /^(\d{2,3}|2[AB])$/.test(departement) ? departement : undefined,
    commune: id('commune'),
    statut: oneOf(namesOf(STATUTS), 'statut'),
    vue: oneOf(['carte'] as const, 'vue'),
    cadre: cadre && /^-?\d{1,3}(\.\d+)?(,-?\d{1,3}(\.\d+)?){3}$/.test(cadre) ? cadre : undefined,
    item: id('item'),
    page: page(),
  })
}
export type DevicesAddress = ReturnType<typeof devicesAddress>

/** The filters of the address, without the page. */
export const asked = ({ onglet, q, departement, commune, statut, vue, cadre }: DevicesAddress) => ({
  ...(q && { q }),
  ...(departement && { departement }),
  ...(commune && { commune_id: commune }),
  ...(onglet === 'verifier' ? { statut: 'a_verifier' as const } : statut && { statut }),
  ...(vue === 'carte' && cadre && { bbox: cadre }),
})
