"""What `pyproject.toml` has no word for: the wheel holds the notebooks and documents that the site is made from."""

from pathlib import Path
from shutil import copyfile

from setuptools import setup
from setuptools.command.build_py import build_py

# folders of the checkout, which become folders of the package
TRAVELLING = {"notebooks": "*.ipynb", "docs": "*.md"}


class BuildWithPages(build_py):
    """The package with what its site is made from; an editable install finds it in the checkout."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for target, source in self._travelling().items():
                Path(target).parent.mkdir(parents=True, exist_ok=True)
                copyfile(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        return [*super().get_outputs(include_bytecode), *({} if self.editable_mode else self._travelling())]

    def _travelling(self) -> dict[str, Path]:
        """Each file in the built package, with the file of the checkout that it is a copy of."""
        return {
            str(Path(self.build_lib, "derivations", folder, path.name)): path
            for folder, names in TRAVELLING.items() for path in sorted(Path(folder).glob(names))
        }


setup(cmdclass={"build_py": BuildWithPages})
