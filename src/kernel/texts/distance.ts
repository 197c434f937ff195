/** By Damerau and Levenshtein, with adjacent letters swapped as one error; undefined beyond `most`. */
export function distance(one: string, other: string, most: number): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    let least = row
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      let errors = Math.min(
        (last[at] as number) + 1,
        (line[at - 1] as number) + 1,
        (last[at - 1] as number) + (isSame ? 0 : 1),
      )
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        errors = Math.min(errors, (before[at - 2] as number) + 1)
      line.push(errors)
      if (errors < least) least = errors
    }
    if (least > most) return undefined
    before = last
    last = line
  }
  const errors = last[other.length] as number
  return errors <= most ? errors : undefined
}
