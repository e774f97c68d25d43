"""The pages of a real server: everyone sees here what a spectator may see, and nothing else."""

from pbem.web.public.site import public_site

__all__ = ["public_site"]
