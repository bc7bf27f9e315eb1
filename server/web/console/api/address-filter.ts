import { useSearchParams } from 'react-router';

/** What a list is narrowed to, kept in the page's address: reloads and links keep it, too. */
export function useAddressFilter() {
  const [search, setSearch] = useSearchParams();
  return {
    /** Whatever the address says; undefined where it says nothing. */
    valueOf: (name: string): string | undefined => search.get(name) || undefined,
    set: (name: string, value: string | null) => {
      const next = new URLSearchParams(search);
      if (value) next.set(name, value);
      else next.delete(name);
      setSearch(next, { replace: true });
    },
    clear: () => setSearch({}, { replace: true }),
  };
}
