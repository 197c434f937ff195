/** Malformed messages as latin1 bytes. `TOKEN` is replaced by an administrator's token. */
export interface Malformed {
  readonly name: string
  readonly bytes: string
}

export const END = '\r\n\r\n'
export const HOST = 'Host: parvis.test'
export const SIGNED = 'X-App-Source: backoffice\r\nAuthorization: Bearer TOKEN'
export const JSON_TYPE = 'Content-Type: application/json'
export const WRITE = `POST /api/v1/admin/communes HTTP/1.1\r\n${HOST}\r\n${SIGNED}`
export const CHANGE = `PATCH /api/v1/admin/communes/0190a000-0000-7000-8000-000000000000 HTTP/1.1\r\n${HOST}\r\n${SIGNED}`
export const NOWHERE = `GET /api/v1/nowhere HTTP/1.1\r\n${HOST}\r\nX-App-Source: public`

/** Every malformed piece in every position. */
export const each = (
  kind: string,
  pieces: readonly string[],
  ...places: ((piece: string) => string)[]
): Malformed[] =>
  pieces.flatMap((piece, at) =>
    places.map((place, where) => ({
      name: `${kind} ${at}.${where} ${JSON.stringify(piece.slice(0, 40))}`,
      bytes: place(piece),
    })),
  )
