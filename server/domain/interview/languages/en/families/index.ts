import type { Questions, RoleFamily } from '../../../types.ts';
import { customerService } from './customer-service.ts';
import { data } from './data.ts';
import { finance } from './finance.ts';
import { healthCare } from './health-care.ts';
import { management } from './management.ts';
import { operations } from './operations.ts';
import { sales } from './sales.ts';
import { software } from './software.ts';
import { teaching } from './teaching.ts';
import { trades } from './trades.ts';

export const families: Readonly<Record<RoleFamily, Questions>> = {
  software,
  data,
  sales,
  'customer-service': customerService,
  'health-care': healthCare,
  teaching,
  operations,
  finance,
  trades,
  management,
};
