import {
  IconApple,
  IconBottle,
  IconBread,
  IconCarrot,
  IconCheese,
  IconEgg,
  IconFish,
  IconGlassFull,
  IconMeat,
  IconPackage,
  IconPaperBag,
  IconSnowflake,
  IconSpray,
  IconWheat,
} from '@tabler/icons-react'
import { Picture } from './Picture.tsx'
import classes from './Picture.module.css'
import { productKindOf, type ProductKind } from './product-kind.ts'

const DRAWN: Record<ProductKind, typeof IconApple> = {
  meat: IconMeat,
  fish: IconFish,
  dairy: IconCheese,
  egg: IconEgg,
  fruit: IconApple,
  vegetable: IconCarrot,
  bakery: IconBread,
  grain: IconWheat,
  drink: IconGlassFull,
  bottle: IconBottle,
  frozen: IconSnowflake,
  paper: IconPaperBag,
  cleaning: IconSpray,
  other: IconPackage,
}

interface ProductPictureProps {
  url: string
  name: string
  /** The size of the picture and of the drawing alike, so that names stay aligned. */
  className: string | undefined
}

/** A product's picture, or a drawing of its kind where it has none, or where the picture does not come. */
export function ProductPicture({ url, name, className }: ProductPictureProps) {
  return (
    <Picture
      url={url}
      name={name}
      className={className}
      instead={<DrawnProduct name={name} className={className} />}
    />
  )
}

function DrawnProduct({ name, className = '' }: Pick<ProductPictureProps, 'name' | 'className'>) {
  const Drawn = DRAWN[productKindOf(name)]
  return (
    <span className={`${className} ${classes.drawn}`} aria-hidden>
      <Drawn stroke={1.25} />
    </span>
  )
}
