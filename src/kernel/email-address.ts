/** One address, as it is written in a form, in a setting and in a register. */
export const isEmail = (value: string) =>
  value.length <= 254 &&
  /^[^\s@<>(),;:\\"[\]\p{Cc}]{1,64}@[^\s@<>(),;:\\"[\]\p{Cc}]+\.[^\s@.<>(),;:\\"[\]\p{Cc}]{2,}$/u.test(value)

/** Or a name with one: `Parvis <parvis@example.fr>`. */
export const isMailbox = (value: string) => isEmail(/^[^<>\r\n,;]*<([^<>]+)>$/.exec(value)?.[1] ?? value)
