import { language } from '../words/language.ts'
import { Refused, unreachable } from './refused.ts'
import type { Reply } from './send.ts'

/** Uploads a file by XMLHttpRequest: `fetch` reports no upload progress. */
export const sendFile = (
  { acteurId, file, once, onProgress, signal }: FileSent,
  token: string,
): Promise<Reply<'POST /api/v1/uploads'>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1/uploads?acteur_id=${encodeURIComponent(acteurId)}`)
    for (const [name, value] of Object.entries({
      Authorization: `Bearer ${token}`,
      'Accept-Language': language,
      'X-App-Source': 'backoffice',
      'Content-Type': 'application/octet-stream',
      'X-File-Name': encodeURIComponent(file.name),
      'Idempotency-Key': once,
    }))
      request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, response } = request
      if (status < 300 && response) resolve(response)
      else if (typeof response?.error === 'string') reject(new Refused(status, response))
      else reject(unreachable())
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(unreachable())
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })

export interface FileSent {
  readonly acteurId: string
  readonly file: File
  /** `Idempotency-Key`: a retry after a lost connection stores the file once. */
  readonly once: string
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}
