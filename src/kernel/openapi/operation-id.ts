import { API } from '../routes/route.ts'

/**
 * `PATCH /api/v1/admin/places/{id}/full` → `patchAdminPlaceFull`. A list that a parameter follows is in the singular, so
 * `GET …/places` and `GET …/places/{id}` get different ids. Generators build type names of them, so ids are short.
 */
export function operationId(method: string, path: string): string {
  const parts = path.replace(API, '').replace('/auth/', '/').split('/').filter(Boolean)
  const words = parts.flatMap((part, at) => {
    if (part.startsWith('{')) return []
    const word = part.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
    return parts[at + 1]?.startsWith('{') ? singular(word) : word
  })
  const verb = method.toLowerCase()
  // `GET …/get-place` and `GET …/list-places` say their verb already.
  const repeated = verb === 'get' ? /^(?:Get|List)(?=[A-Z])/ : new RegExp(`^${verb}(?=[A-Z])`, 'i')
  return verb + words.join('').replace(repeated, '')
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '')
