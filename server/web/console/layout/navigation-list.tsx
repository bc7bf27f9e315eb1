import { NavLink } from 'react-router';
import type { NavigationGroup } from './navigation.ts';
import classes from './sidebar.module.css';

interface NavigationListProps {
  groups: readonly NavigationGroup[];
  /** The entries' paths are below it. */
  root: string;
  onNavigate: () => void;
}

/** The navigation's groups. */
export function NavigationList({ groups, root, onNavigate }: NavigationListProps) {
  return groups.map(({ title, entries }) => (
    <div key={title ?? entries[0]?.label} className={classes.group}>
      {title && <span className={classes.title}>{title}</span>}
      <ul className={classes.list} {...(title && { 'aria-label': title })}>
        {entries.map(({ label, icon: Sign, path }) => (
          <li key={label}>
            <NavLink to={`${root}/${path}`} className={classes.entry ?? ''} onClick={onNavigate}>
              <Sign size={18} stroke={1.7} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  ));
}
