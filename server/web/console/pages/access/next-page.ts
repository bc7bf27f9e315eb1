/** Where to go after signing in: a page of this console, never another site. */
export function nextPage(wanted: string | null | undefined): string {
  return wanted && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/sign-in') ? wanted : '/';
}
